import { serve } from '../_shared/serve.ts'
import { openSharedStudy } from './handler.ts'

serve(openSharedStudy)
