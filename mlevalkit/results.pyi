"""Classes of results and data, and where they are; `results.py` reads it."""
# fmt: off
# ruff: isort: skip_file

from .display.results import (
    ConfidenceInterval as ConfidenceInterval, Explained as Explained, TestResult as TestResult,
    TupleResult as TupleResult,
)
from .bias_variance.squared_error import BiasVarianceResult as BiasVarianceResult
from .bias_variance.zero_one_loss import ZeroOneResult as ZeroOneResult
from .evaluation.permutation import PermutationTestResult as PermutationTestResult
from .evaluation.resampling import (
    BootstrapEstimates as BootstrapEstimates, RepeatedHoldOut as RepeatedHoldOut,
)
from .evaluation.tuning import TuningResult as TuningResult
from .hypothesis_tests.critical_values import PrintedTable as PrintedTable
from .hypothesis_tests.many_learners.comparison import LearnerComparison as LearnerComparison
from .hypothesis_tests.many_learners.friedman import FriedmanResult as FriedmanResult
from .hypothesis_tests.many_learners.nemenyi import NemenyiResult as NemenyiResult
from .hypothesis_tests.many_learners.pairwise import PairwiseResult as PairwiseResult
from .hypothesis_tests.one_learner.binomial import BinomialTestResult as BinomialTestResult
from .hypothesis_tests.one_learner.t import TTestResult as TTestResult
from .hypothesis_tests.two_learners.equivalence import EquivalenceResult as EquivalenceResult
from .hypothesis_tests.two_learners.five_by_two import FiveByTwoResult as FiveByTwoResult
from .hypothesis_tests.two_learners.mcnemar import McNemarResult as McNemarResult
from .hypothesis_tests.two_learners.paired import PairedTTestResult as PairedTTestResult
from .hypothesis_tests.two_learners.unpaired import UnpairedTestResult as UnpairedTestResult
from .measures.classification.confusion import BinaryCounts as BinaryCounts
from .measures.cost.curve import CostCurve as CostCurve
from .measures.cost.saving import ThresholdSaving as ThresholdSaving
from .measures.cost.threshold import BestThreshold as BestThreshold
from .measures.ranking.inference import DeLongTestResult as DeLongTestResult
from .measures.ranking.thresholds import BestF as BestF
from .report.predictions import (
    ImportReport as ImportReport, ModelColumns as ModelColumns, Predictions as Predictions,
    ScoreTable as ScoreTable,
)
from .report.result import Evaluation as Evaluation
