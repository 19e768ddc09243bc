"""Observes torch.compile in this process: each compiled frame with its graphs, their collectives,
its guards, graph breaks, seconds and caches."""
