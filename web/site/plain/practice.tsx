import { PracticePage } from './practice-page.tsx'
import { start } from './start.tsx'

start((props) => <PracticePage {...props} />)
