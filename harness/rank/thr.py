import os,sys,traceback
from gridlock import environment; environment.make_forkable()
import torch
found=[0]
def prof(frame,event,arg):
    if event=='c_return' and not found[0]:
        m=getattr(arg,'__module__',None) or ''
        if m in ('builtins','_imp','posix','marshal','re','_sre') : return
        if len(os.listdir('/proc/self/task'))>1:
            found[0]=1; sys.setprofile(None); print(arg); traceback.print_stack(frame)
sys.setprofile(prof)
import torch._inductor.compile_fx
sys.setprofile(None)
print('found',found)
