"""The public names and where they are: their one list, which `__init__.py` reads."""
# fmt: off
# ruff: isort: skip_file

from . import (
    datasets as datasets, exercises as exercises, explorers as explorers, plots as plots,
    results as results,
)
from .display.equations import equations as equations
from .display.language import set_language as set_language
from ._validation import UndefinedMetricWarning as UndefinedMetricWarning
from .display.workings import Working as Working
from .bias_variance.squared_error import bias_variance_decomposition as bias_variance_decomposition
from .bias_variance.zero_one_loss import zero_one_decomposition as zero_one_decomposition
from .measures.classification.counts import confusion_matrix as confusion_matrix
from .measures.classification.accuracy import (
    accuracy_score as accuracy_score, error_rate as error_rate,
    expected_accuracy as expected_accuracy, expected_error_rate as expected_error_rate,
)
from .measures.classification.negatives import (
    negative_predictive_value as negative_predictive_value, specificity_score as specificity_score,
)
from .measures.classification.report import (
    classification_report as classification_report,
    precision_recall_fscore_support as precision_recall_fscore_support,
)
from .measures.classification.scores import (
    balanced_accuracy_score as balanced_accuracy_score, f1_score as f1_score,
    fbeta_score as fbeta_score, macro_f1 as macro_f1, precision_score as precision_score,
    recall_score as recall_score,
)
from .measures.classification.confusion import (
    binary_counts as binary_counts, one_vs_rest_counts as one_vs_rest_counts,
    pairwise_counts as pairwise_counts,
)
from .measures.cost.curve import (
    cost_curve as cost_curve, expected_total_cost as expected_total_cost,
)
from .measures.cost.error import (
    cost_sensitive_error as cost_sensitive_error, normalized_cost as normalized_cost,
    positive_cost as positive_cost,
)
from .measures.cost.saving import threshold_saving as threshold_saving
from .measures.cost.threshold import best_threshold as best_threshold
from .hypothesis_tests.critical_values import (
    friedman_critical_value as friedman_critical_value,
    nemenyi_critical_value as nemenyi_critical_value, t_critical_value as t_critical_value,
    table as table,
)
from .evaluation.bootstrap_interval import bootstrap_interval as bootstrap_interval
from .evaluation.paired_learners import (
    compare_two_learners as compare_two_learners,
    five_by_two_cv_differences as five_by_two_cv_differences, paired_cv_errors as paired_cv_errors,
    paired_predictions as paired_predictions,
)
from .evaluation.cross_validation import (
    cross_val_predict as cross_val_predict, cross_val_score as cross_val_score,
    cross_validate as cross_validate,
)
from .evaluation.loss_interval import loss_interval as loss_interval
from .evaluation.permutation import paired_permutation_test as paired_permutation_test
from .evaluation.rate_interval import rate_interval as rate_interval
from .evaluation.resampling import (
    bootstrap_estimates as bootstrap_estimates, repeated_hold_out as repeated_hold_out,
)
from .evaluation.training_sets import (
    predictions_over_training_sets as predictions_over_training_sets,
)
from .evaluation.tuning import tune as tune
from .hypothesis_tests.many_learners.comparison import compare_learners as compare_learners
from .hypothesis_tests.many_learners.friedman import friedman_test as friedman_test
from .hypothesis_tests.many_learners.nemenyi import (
    critical_difference as critical_difference, nemenyi_test as nemenyi_test,
)
from .hypothesis_tests.many_learners.pairwise import pairwise_tests as pairwise_tests
from .hypothesis_tests.one_learner.binomial import (
    binomial_test as binomial_test, binomial_critical_value as binomial_critical_value,
)
from .hypothesis_tests.one_learner.fold_scores import (
    cross_val_interval as cross_val_interval,
)
from .hypothesis_tests.one_learner.error_rates import (
    error_likelihood as error_likelihood, error_rate_interval as error_rate_interval,
)
from .hypothesis_tests.one_learner.t import t_test as t_test
from .measures.ranking.areas import (
    auc as auc, ranking_loss as ranking_loss, roc_auc_score as roc_auc_score,
)
from .measures.ranking.intervals import (
    average_precision_interval as average_precision_interval,
    separation_interval as separation_interval,
)
from .measures.ranking.inference import (
    auc_confidence_interval as auc_confidence_interval, delong_test as delong_test,
)
from .measures.ranking.precision_recall import (
    average_precision_score as average_precision_score, break_even_point as break_even_point,
    precision_from_roc as precision_from_roc, precision_recall_curve as precision_recall_curve,
)
from .measures.ranking.probabilities import (
    brier_score_loss as brier_score_loss, calibration_curve as calibration_curve,
    log_loss as log_loss,
)
from .measures.ranking.roc import (
    dominates as dominates, roc_curve as roc_curve,
)
from .measures.ranking.thresholds import (
    best_f_threshold as best_f_threshold,
    confusion_matrix_at_thresholds as confusion_matrix_at_thresholds,
)
from .measures.regression.errors import (
    mean_absolute_error as mean_absolute_error, mean_squared_error as mean_squared_error,
    r2_score as r2_score, root_mean_squared_error as root_mean_squared_error,
    expected_squared_error as expected_squared_error,
)
from .report.evaluate import evaluate as evaluate
from .report.reading.read import read_predictions as read_predictions
from .scaling import (
    minmax_scale as minmax_scale, zscore as zscore,
)
from .splitting.bootstrap import (
    bootstrap_split as bootstrap_split, out_of_bag_probability as out_of_bag_probability,
)
from .splitting.folds import (
    KFold as KFold, LeaveOneOut as LeaveOneOut, RepeatedKFold as RepeatedKFold,
    RepeatedStratifiedKFold as RepeatedStratifiedKFold, StratifiedKFold as StratifiedKFold,
)
from .splitting.hold_out import (
    train_test_split as train_test_split, ShuffleSplit as ShuffleSplit,
    StratifiedShuffleSplit as StratifiedShuffleSplit,
)
from .hypothesis_tests.two_learners.equivalence import equivalence_test as equivalence_test
from .hypothesis_tests.two_learners.five_by_two import five_by_two_cv_test as five_by_two_cv_test
from .hypothesis_tests.two_learners.mcnemar import mcnemar_test as mcnemar_test
from .hypothesis_tests.two_learners.planning import (
    detectable_difference as detectable_difference, sample_size as sample_size,
)
from .hypothesis_tests.two_learners.unpaired import (
    difference_interval as difference_interval, unpaired_test as unpaired_test,
)
from .hypothesis_tests.two_learners.paired import paired_t_test as paired_t_test

__version__: str
