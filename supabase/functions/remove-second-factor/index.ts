import { serve } from '../_shared/serve.ts'
import { removeSecondFactor } from './handler.ts'

serve(removeSecondFactor)
