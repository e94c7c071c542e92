import { serve } from '../_shared/serve.ts'
import { sendMessages } from './handler.ts'

declare const Deno: { env: { get(name: string): string | undefined } }

const read = (name: string) => {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}

serve(
  sendMessages(() => ({
    publicUrl: read('PUBLIC_URL').replace(/\/+$/, ''),
    clinic: { name: read('CLINIC_NAME'), address: read('CLINIC_ADDRESS'), phone: read('CLINIC_PHONE') },
    provider: { url: read('MAIL_API_URL'), key: read('MAIL_API_KEY'), from: read('MAIL_FROM') },
  })),
)
