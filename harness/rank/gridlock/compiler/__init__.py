"""What torch.compile does in this process, observed: each frame that it compiles, with its graphs, the
collectives in them, guards, graph breaks, seconds and caches."""
