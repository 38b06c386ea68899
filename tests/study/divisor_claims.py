"""What lessons claim of divisors, multiples and pairs of them."""

from .lesson_claims import Claims

claim = Claims()


def is_big_prime(at, number):
    is_prime = number > 1 and all(number % divisor for divisor in range(2, number))
    return is_prime and 2 * number > at.game.numbers


# Divisors and multiples.


@claim("N is prime, and twice N is not on the list: only N can follow N|It is the same with N")
def _(at, *numbers):
    prime = numbers[-1]
    return (
        numbers in ((prime,), (prime, prime, 1, prime))
        and is_big_prime(at, prime)
        and at.followers(prime) == [1]
    )


@claim("only 1 can follow N")
def _(at, one, number):
    return at.followers(number) == [one]


@claim("(?:that only|followed by|nothing but|all but|multiples but|has to take) 1")
def _(at, one):
    return all(at.followers(answer) == [one] for answer in at.answers)


@claim("now that 1 is gone. That is why 1 is poison")
def _(at, *ones):
    return at.moves[-1] == 1 and len(at.left) == len(at.followers())


@claim("nothing can follow N")
def _(at, number):
    return at.followers(number) == []


@claim("you take (?:SOME), and your opponent has nothing left")
def _(at, *numbers):
    return all(at.followers(at.answers[0], 1, number) == [] for number in numbers)


@claim("N numbers may follow N")
def _(at, count, number):
    return at.moves[-1] == number and len(at.followers()) == count


# Pairs of numbers, one of which divides the other.


@claim("(?<!you pair )N–N(?:, N–N)*(?: and N–N)?")
def _(at, *numbers):
    """Pairs of all that is left and of what was just taken, but for one number at most."""
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    there = {*at.left, *at.moves[-1:]}
    unpaired = there - set(numbers)
    return (
        len(set(numbers)) == len(numbers)
        and set(numbers) <= there
        and len(unpaired) <= 1
        and unpaired <= set(at.answers)
        and all(two % one == 0 for one, two in pairs)
    )


@claim("If you pair N–N instead, it is N")
def _(at, one, partner, unpaired):
    return (
        partner % one == 0
        and {partner, unpaired} == set(at.answers)
        and f"{one}–{unpaired}" in at.step.ask
    )


@claim("N is the partner of N")
def _(at, one, two):
    pairs = f"{at.step.ask} {at.step.why}"
    return f"{min(one, two)}–{max(one, two)}" in pairs and at.moves[-1] == two


@claim("N can only go with 1")
def _(at, number, _):
    return is_big_prime(at, number)


@claim("N with N")
def _(at, *pair):
    one, two = sorted(pair)
    return f"{one}–{two}" in at.step.why or tuple(at.moves[-3:-1]) == pair


@claim("who is left for N")
def _(at, number):
    return at.moves[-1] == number


@claim("(?:that|it) is N")
def _(at, number):
    return number in at.answers
