import { serve } from '../_shared/serve.ts'
import { createPatientManual } from './handler.ts'

serve(createPatientManual)
