"""
Makes comparison.reference.json, the values of scipy and statsmodels that test/language/metrics/comparison.reference.test.ts compares
with: python3 test/language/metrics/comparison.reference.py > test/language/metrics/comparison.reference.json

On Debian: apt-get install python3-scipy python3-statsmodels.
"""
import json
import random

import numpy
import scipy
import statsmodels
from scipy.stats import fisher_exact, hypergeom, permutation_test
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep

dice = random.Random(16)


def newcombe():
    for _ in range(60):
        n1, n2 = dice.choice([1, 2, 5, 10, 37, 200, 5000]), dice.choice([1, 2, 5, 10, 37, 200, 5000])
        c1, c2 = dice.randint(0, n1), dice.randint(0, n2)
        confidence = dice.choice([0.8, 0.9, 0.95, 0.99, 0.999])
        low, high = confint_proportions_2indep(c2, n2, c1, n1, method="newcomb", compare="diff", alpha=1 - confidence)
        yield {"baseline": [c1, n1], "candidate": [c2, n2], "confidence": confidence, "low": low, "high": high}


def mcnemar_exact():
    for _ in range(60):
        lost, won = dice.randint(0, dice.choice([3, 12, 80, 900])), dice.randint(0, dice.choice([3, 12, 80, 900]))
        two = mcnemar([[5, lost], [won, 5]], exact=True).pvalue
        n = lost + won
        fewer = float(scipy.stats.binom.sf(lost - 1, n, 0.5))
        more = float(scipy.stats.binom.sf(won - 1, n, 0.5))
        yield {"lost": lost, "won": won, "two_sided": float(two), "fewer": fewer, "more": more}


def fisher():
    for _ in range(60):
        n1, n2 = dice.choice([1, 3, 8, 25, 300]), dice.choice([1, 3, 8, 25, 300])
        c1, c2 = dice.randint(0, n1), dice.randint(0, n2)
        table = [[c1, n1 - c1], [c2, n2 - c2]]
        yield {
            "baseline": [c1, n1],
            "candidate": [c2, n2],
            "fewer": float(fisher_exact(table, alternative="greater")[1]),
            "more": float(fisher_exact(table, alternative="less")[1]),
        }


def holm():
    for size in [1, 2, 3, 8, 40]:
        for _ in range(4):
            ps = [round(dice.random() ** 3, dice.choice([2, 12])) for _ in range(size)]
            yield {"ps": ps, "adjusted": list(map(float, multipletests(ps, method="holm")[1]))}


def permutations():
    """Splits of a list of kinds with whole distances between them, with the energy statistic, by full enumeration."""
    for na, nb, kinds in [(2, 2, 3), (3, 4, 2), (4, 4, 3), (5, 5, 4), (5, 3, 5), (6, 6, 2), (6, 5, 11), (7, 7, 3)]:
        for _ in range(2):
            distance = numpy.zeros((kinds, kinds), dtype=int)
            for i in range(kinds):
                for j in range(i):
                    distance[i][j] = distance[j][i] = dice.randint(1, 6)
            baseline = [dice.randrange(kinds) for _ in range(na)]
            candidate = [dice.randrange(max(1, kinds - 1), kinds) if dice.random() < 0.4 else dice.randrange(kinds) for _ in range(nb)]

            def energy(x, y, axis=-1):
                x, y = numpy.asarray(x, dtype=int), numpy.asarray(y, dtype=int)
                if x.ndim == 1:
                    x, y = x[None, :], y[None, :]
                out = []
                for a, b in zip(x.reshape(-1, x.shape[-1]), y.reshape(-1, y.shape[-1])):
                    between = distance[numpy.ix_(a, b)].sum() / (len(a) * len(b))
                    within = distance[numpy.ix_(a, a)].sum() / len(a) ** 2 + distance[numpy.ix_(b, b)].sum() / len(b) ** 2
                    out.append(round(2 * between - within, 9))
                out = numpy.array(out).reshape(x.shape[:-1])
                return out if out.size > 1 or x.ndim > 2 else out[0]

            found = permutation_test(
                (baseline, candidate), energy, vectorized=True, n_resamples=numpy.inf, alternative="greater"
            )
            yield {"distance": distance.tolist(), "baseline": baseline, "candidate": candidate, "p": float(found.pvalue)}


print(
    json.dumps(
        {
            "made_with": {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__},
            "newcombe": list(newcombe()),
            "mcnemar": list(mcnemar_exact()),
            "fisher": list(fisher()),
            "holm": list(holm()),
            "permutation": list(permutations()),
        },
        separators=(",", ":"),
    )
)
