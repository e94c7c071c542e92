import { serve } from '../_shared/serve.ts'
import { issueTemporaryPassword } from './handler.ts'

serve(issueTemporaryPassword)
