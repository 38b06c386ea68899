#!/usr/bin/perl
# A player for numduel's arena, in Perl without modules: takes the largest number it may.
#
#     numduel arena --players "program:perl largest.pl",random --out runs/largest

use strict;
use warnings;

$| = 1;    # each answer leaves at once
while (my $line = <STDIN>) {
    if ($line =~ /"type": "move"/) {
        my ($question) = $line =~ /"question": (\d+)/;
        my ($list) = $line =~ /"legal": \[([^\]]*)\]/;
        my ($largest) = sort { length($b) <=> length($a) || $b cmp $a } $list =~ /"([^"]+)"/g;
        print qq({"question": $question, "move": "$largest"}\n);
    }
    last if $line =~ /"type": "end"/;
}
