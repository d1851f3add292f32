"""What a lecturer takes along: plan, slides that can be edited, votes, papers, homework."""
