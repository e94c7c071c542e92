import { ReportPage } from './report-page.tsx'
import { start } from './start.tsx'

start((props) => <ReportPage {...props} />)
