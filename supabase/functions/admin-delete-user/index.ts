import { serve } from '../_shared/serve.ts'
import { adminDeleteUser } from './handler.ts'

serve(adminDeleteUser)
