import { setup } from '#tests/postgres-setup.ts'

// The PostgreSQL of a test run, and then nothing for ever; prints where it is.

await setup()
console.log(process.env.TEST_EMBEDDED_URL)
setInterval(() => {}, 60_000)
