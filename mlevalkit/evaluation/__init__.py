"""Everything that runs learners. Section 2.2, and the inputs that sections 2.4 and 2.5 need."""
