import os,sys
def n(w): print(w, [open(f'/proc/self/task/{t}/comm').read().strip() for t in os.listdir('/proc/self/task')], flush=True)
from gridlock import zygote
zygote.preload(); n('preloaded')
import ctypes
lib=ctypes.CDLL('libnvidia-ml.so.1'); print(lib.nvmlShutdown()); n('shutdown'); print(lib.nvmlShutdown()); n('shutdown2')
import torch; print(torch.cuda.is_available()); n('again')
from gridlock import testing
reps=testing.train('../../cases/dense',[{"compile":"before_fsdp","cp":2,"rotation":"ring","precision":"bf16","dynamic":True},{"compile":"before_fsdp","cp":1,"precision":"fp16","activation_checkpointing":True,"fsdp":"replicate"}],2,device='cuda')
for r in reps:
    try: d=testing.done(r); print(testing.losses(r), d['new_modules'], d['compile'], d['seconds'])
    except AssertionError as e: print(e)
