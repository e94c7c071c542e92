import { ActivationPage } from './activation-page.tsx'
import { start } from './start.tsx'

start((props) => <ActivationPage {...props} />)
