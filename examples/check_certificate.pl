#!/usr/bin/perl
# Checks certificates of Divisor Duel and Grundy's Game, one on each line. It shares nothing with
# numduel but docs/research.md, which says why such a proof convinces.
#     numduel analyse divisor-duel --certificate win.json && perl check_certificate.pl win.json
use strict; use warnings; use JSON::PP;
my $json = JSON::PP->new->allow_nonref;
sub show { die "$_[1]\n" unless $_[0] }
sub list { ref $_[0] eq 'ARRAY' ? @{ $_[0] } : die "a list is missing\n" }
sub whole { $json->encode($_[0]) =~ /^(0|[1-9]\d{0,8})\z/ ? 0 + $1 : die "no whole number\n" }
sub text { $json->encode($_[0]) =~ /^"/ ? $_[0] : die "no text\n" }
sub number { $_[0] =~ /^([1-9]\d{0,3})\z/ ? 0 + $1 : die "$_[0] is no number\n" }
sub top { my ($up, $at) = @_; $at = $up->{$at} = $up->{ $up->{$at} } while $up->{$at} ne $at; $at }
sub divisor_duel {    # by a pairing and its barrier
    my ($options, $moves, $reply, $reason) = @_;
    my ($n, $opening) = (number($options->{numbers} // 20), $options->{opening} // 'any');
    my %least = (any => 1, even => 2, 'even-below-half' => 5);
    show($n <= 1000 && $n >= ($least{$opening} // 'inf'), 'there is no such game');
    show($reason->{kind} eq 'pairing', 'this is no pairing');
    my ($last, %in) = (undef, map { $_ => 1 } 1 .. $n);
    my $joined = sub { $_[0] % $_[1] == 0 || $_[1] % $_[0] == 0 };
    my $may = sub {
        my $x = shift;
        return $in{$x} && $joined->($x, $last) if $last;
        return $in{$x} && ($opening eq 'any' || $x % 2 == 0 && ($opening eq 'even' || 2 * $x < $n));
    };
    for (@$moves, $reply // ()) { show($may->(number($_)), "$_ may not be taken"); delete $in{ $last = $_ } }
    my (%mate, %barrier, %size);
    for my $pair (list($reason->{pairs})) {
        my ($low, $high) = sort { $a <=> $b } map { whole($_) } list($pair);
        show(@$pair == 2 && $low && $high % $low == 0, 'a pair is none');
        show($in{$_} && !$mate{$_}++, "$_ cannot be paired") for $low, $high;
    }
    my @free = grep { $may->($_) } keys %in or return;
    show($mate{ whole($_) } && !$barrier{$_}++, "$_ is no barrier") for list($reason->{barrier});
    my %up = map { $_ => $_ } grep { !$barrier{$_} } 'source', 'sink', keys %mate;
    my $join = sub {    # a number without a partner is part of the sink
        my ($x, $y) = map { /\d/ && !$mate{$_} ? 'sink' : $_ } @_;
        $up{ top(\%up, $x) } = top(\%up, $y) if exists $up{$x} && exists $up{$y};
    };
    $join->('source', $_) for @free;
    for my $x (keys %mate) { $join->($x, $_) for grep { $joined->($x, $_) } keys %in }
    $size{ top(\%up, $_) }++ for keys %up;
    show((grep { $_ % 2 } values %size) > keys %barrier, 'a number without a partner can come up');
}
sub split_heap {    # the heaps after a move such as 16:10
    my ($move, @heaps) = @_;
    my ($heap, $larger) = map { number($_) } ($move // '') =~ /^(\d+):(\d+)\z/ or die "no split\n";
    my ($at) = grep { $heaps[$_] == $heap } 0 .. $#heaps;
    show(defined $at && $larger < $heap && 2 * $larger > $heap, "$move is not allowed");
    return (@heaps[ grep { $_ != $at } 0 .. $#heaps ], $larger, $heap - $larger);
}
sub grundys_game {    # by nim-values
    my ($options, $moves, $reply, $reason) = @_;
    my @heaps = number($options->{start} // 16);
    show($heaps[0] <= 1000 && !exists $options->{numbers}, 'there is no such game');
    show($reason->{kind} eq 'nim-values', 'these are no nim-values');
    @heaps = split_heap($_, @heaps) for @$moves;
    my @after = defined $reply ? split_heap($reply, @heaps) : @heaps;
    my ($largest, @value) = ((sort { $b <=> $a } @heaps)[0], 0);
    for my $heap (1 .. $largest) {    # the smallest that no split has
        my %is_split = map { ($value[$_] ^ $value[ $heap - $_ ]) => 1 } 1 .. ($heap - 1) / 2;
        $value[$heap]++ while $is_split{ $value[$heap] //= 0 };
    }
    my %named = (1 => 1, 2 => 1);
    for (list($reason->{values})) {
        my ($heap, $value) = map { whole($_) } list($_);
        show(@$_ == 2 && $heap && $heap <= $largest && $value[$heap] == $value, "$heap: $value?");
        $named{$heap} = 1;
    }
    show($named{$_}, "the nim-value of $_ is not named") for @heaps, @after;
    my $over = sub { my $sum = 0; $sum ^= $value[$_] for @_; $sum };
    show(whole($reason->{left}) == $over->(@heaps) && !$over->(@after), 'they do not cancel out');
}
sub check {
    my $c = decode_json($_[0]);
    show($_[0] !~ /"(?:\\.|[^"\\])*"(*SKIP)(*FAIL)|\d[.eE]/, 'a number is not whole');
    my ($slug, @parts) = split m{/}, text($c->{position}), -1;
    my @given = map { split /=/, $_, 2 } split /,/, @parts && $parts[0] =~ /=/ ? shift @parts : '';
    my ($moves, %options) = ([map { split /,/, $_, -1 } @parts ? shift @parts : ()], @given);
    show(!@parts && 2 * keys %options == @given, 'the position cannot be read');
    my ($reply, $winner) = ($c->{reply}, (@$moves + !defined $c->{reply}) % 2 + 1);
    text($reply) if defined $reply;
    show(whole($c->{form}) == 1 && whole($c->{winner}) == $winner, "player $winner would win");
    show(ref $c->{reason} eq 'HASH' && text($c->{reason}{kind}), 'there is no reason');
    my %known = ('divisor-duel' => [\&divisor_duel, 'numbers', 'opening'], 'grundys-game' => [\&grundys_game, 'start']);
    my ($by, @names) = @{ $known{$slug} // die "$slug is not known here\n" };
    for my $name (keys %options) { show((grep { $_ eq $name } @names), "no option $name") }
    $by->(\%options, $moves, $reply, $c->{reason});
}
my $refused = 0;
while (<>) {
    my $is_proved = eval { check($_); 1 };
    print "line $.: ", $is_proved ? "accepted\n" : "refused: $@";
    $refused += !$is_proved;
}
exit($refused > 0);
