import { createFakeBackend } from '#tests/station/fake-backend.ts'
import { startStation } from '../../station/station.ts'

// A station that watches a folder and is quick about it, with a backend that takes everything: watch-folder FOLDER WATCHED.

const [folder = '', watched = ''] = process.argv.slice(2)
await startStation({
  ...{ url: 'http://localhost', anonKey: 'a', stationKey: 'k', fetch: createFakeBackend().fetch },
  ...{ host: '127.0.0.1', port: undefined, aet: 'INDICE', worklist: true, zone: 'UTC' },
  ...{ folder, watched, onLine: console.log },
  times: { quietMs: 60_000, firstPauseMs: 5, folder: { everyMs: 5, quietMs: 0, againMs: 20 } },
})
console.log('ready')
