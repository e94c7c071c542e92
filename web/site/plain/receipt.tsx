import { ReceiptPage } from './receipt-page.tsx'
import { start } from './start.tsx'

start((props) => <ReceiptPage {...props} />)
