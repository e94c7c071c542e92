import { AppointmentPage } from '#web/site/appointment-link/appointment-page.tsx'
import { start } from './start.tsx'

start((props) => <AppointmentPage {...props} />)
