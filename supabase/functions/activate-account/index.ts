import { serve } from '../_shared/serve.ts'
import { activateAccount } from './handler.ts'

serve(activateAccount)
