import { serve } from '../_shared/serve.ts'
import { acceptStudyRequest } from './handler.ts'

serve(acceptStudyRequest)
