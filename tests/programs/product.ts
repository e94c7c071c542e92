import { readConfig } from '#server/config.ts'
import { startProduct } from '#server/product.ts'
import { runProduct } from '#server/run.ts'
import { soonTimes } from '#tests/product.ts'

// The whole product as a clinic runs it, in a process of its own: prints its steps, and its address once it answers. The
// environment is its configuration; what machines send is complete soon.

runProduct(
  () =>
    startProduct({
      config: readConfig(process.env, 'data'),
      onLine: (line) => console.log(line),
      stationTimes: soonTimes,
    }),
  ({ url }) => console.log(`Listo: ${url}`),
)
