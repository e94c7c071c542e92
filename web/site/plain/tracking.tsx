import { start } from './start.tsx'
import { TrackingPage } from './tracking-page.tsx'

start((props) => <TrackingPage {...props} />)
