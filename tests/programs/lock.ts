import { lockFolder } from '#server/lock.ts'

// Takes a folder's lock, prints that and waits to be killed.

await lockFolder(process.argv[2] ?? '')
process.stdout.write('locked\n')
setInterval(() => {}, 60_000)
