#!/usr/bin/perl
# Checks certificates of Divisor Duel and Grundy's Game, one on each line. It shares nothing with
# numduel but docs/certificates.md, which says why such a proof convinces.
#     numduel analyse divisor-duel --certificate win.json && perl check_certificate.pl win.json
use strict; use warnings; use JSON::PP;
sub list { @{ $_[0] // die "a list is missing\n" } }
sub show { die "$_[1]\n" unless $_[0] }
sub whole { my $x = shift // ''; die "'$x'?\n" if ref $x || $x !~ /^(0|[1-9]\d{0,8})\z/; 0 + $x }
sub top { my ($up, $at) = @_; $at = $up->[$at] = $up->[ $up->[$at] ] while $up->[$at] != $at; $at }
sub divisor_duel {    # by a pairing and its barrier
    my ($options, $moves, $reply, $proof) = @_;
    my ($n, $opening, %least) = (whole($options->{numbers}), $options->{opening} // '');
    @least{ 'any', 'even', 'even-below-half' } = (1, 2, 5);
    show($n >= ($least{$opening} // 'inf'), 'there is no such game');
    my ($last, %in) = (undef, map { $_ => 1 } 1 .. $n);
    my $may = sub {
        return 0 unless $in{ my $x = whole(shift) };
        return $x % $last == 0 || $last % $x == 0 if $last;
        return $opening eq 'any' || $x % 2 == 0 && ($opening eq 'even' || 2 * $x < $n);
    };
    for (@$moves) { show($may->($_), "$_ may not be taken"); delete $in{ $last = $_ } }
    show(!defined $reply || $may->($reply), 'the reply may not be taken');
    $in{ $reply // $last } = 1 if my $left_out = $reply // $last;
    my (%mate, %barrier, %size, @up);
    for my $pair (list($proof->{pairs})) {
        my ($low, $high) = sort { $a <=> $b } map { whole($_) } @$pair;
        show(@$pair == 2 && $low && $low != $high && $high % $low == 0, 'a pair is none');
        show($in{$_} && !$mate{$_}++, "$_ cannot be paired") for $low, $high;
    }
    show(!$left_out || !$mate{$left_out}, 'the number to be left out is paired');
    show($in{ whole($_) } && !$barrier{$_}++, "$_ is no barrier") for list($proof->{barrier});
    $up[$_] = $_ for my @rest = grep { !$barrier{$_} } keys %in;
    for my $x (@rest) {    # join what divides one another into pieces
        $up[ top(\@up, $_) ] = top(\@up, $x) for grep { $up[$_] } map { $x * $_ } 2 .. $n / $x;
    }
    $size{ top(\@up, $_) }++ for @rest;
    my $odd = grep { $_ % 2 } values %size;
    show($odd == keys(%barrier) + keys(%in) - keys(%mate), 'the pairing may not be maximum');
    my @openings = $left_out ? () : grep { $may->($_) && !$barrier{$_} } keys %in;
    show($size{ top(\@up, $_) } % 2 == 0, "opening with $_ may win") for @openings;
}
sub split_heap {    # the heaps after a move such as 16:10
    my ($move, @heaps) = @_;
    my ($heap, $larger) = map { whole($_) } ($move // '') =~ /^(\d+):(\d+)\z/ or die "no split\n";
    my ($at) = grep { $heaps[$_] == $heap } 0 .. $#heaps;
    show(defined $at && $larger < $heap && 2 * $larger > $heap, "$move is not allowed");
    return (@heaps[ grep { $_ != $at } 0 .. $#heaps ], $larger, $heap - $larger);
}
sub grundys_game {    # by nim-values and a reply to each move
    my ($options, $moves, $reply, $proof) = @_;
    my (@heaps, %replies) = whole($options->{start}) || die "there is no heap\n";
    @heaps = split_heap($_, @heaps) for @$moves, $reply // ();
    my @value = (0, map { whole($_) } list($proof->{values}));
    for my $heap (1 .. $#value) {
        my %is_split = map { ($value[$_] ^ $value[ $heap - $_ ]) => 1 } 1 .. ($heap - 1) / 2;
        my @free = grep { !$is_split{$_} } 0 .. $value[$heap];
        show(@free == 1 && $free[0] == $value[$heap], "$heap has another nim-value");
    }
    my $cancel = sub { my $sum = 0; $sum ^= $value[$_] // die "no nim-value\n" for @_; $sum == 0 };
    show($cancel->(@heaps), 'the nim-values do not cancel out');
    my @splits = map { my $h = $_; map { "$h:$_" } int($h / 2) + 1 .. $h - 1 } @heaps;
    for (@splits) { $replies{$_} = [split_heap($proof->{replies}{$_}, split_heap($_, @heaps))] }
    show($cancel->(@{ $replies{$_} }), "the reply to $_ is wrong") for keys %replies;
    show(keys %replies == keys %{ $proof->{replies} // die }, 'a reply answers no move');
}
my ($refused, %games) = (0, 'divisor-duel' => \&divisor_duel, 'grundys-game' => \&grundys_game);
while (<>) {
    my $is_proved = eval {
        my $c = decode_json($_);
        show(whole($c->{form}) == 1 && $games{ $c->{game} }, 'this is not known here');
        my $winner = (@{ $c->{moves} } + !defined $c->{reply}) % 2 + 1;
        show(whole($c->{winner}) == $winner, "player $winner would win");
        $games{ $c->{game} }->(@$c{qw(options moves reply proof)});
        1;
    };
    print "line $.: ", $is_proved ? "accepted\n" : "refused: $@";
    $refused += !$is_proved;
}
exit($refused > 0);
