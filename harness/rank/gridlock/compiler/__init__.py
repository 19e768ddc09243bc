"""Observes torch.compile in this process. Reports each compiled frame with its graphs, collectives,
guards, graph breaks, compile seconds and cache use."""
