import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineStyles } from './build/inline-styles.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'

const web = import.meta.dirname
const dist = resolve(web, '../dist')
const pages = ['index.html', 'portal.html', 'recibo.html'].map((page) => resolve(web, page))
const landing = resolve(web, 'site/entry-server.tsx')

export default defineConfig(({ command }) => ({
  root: web,
  publicDir: resolve(web, 'public'),
  plugins: [
    react(),
    tailwindcss(),
    inlineStyles('index.html'),
    inlineStyles('recibo.html'),
    preloadFont(/figtree-spanish-.*\.woff2$/),
    precompress(),
  ],
  build: { sourcemap: false, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: { outDir: resolve(dist, 'client'), rolldownOptions: { input: pages } },
    },
    ssr: {
      // One file that node imports quickly; in development the module runner needs react as it is.
      resolve: command === 'build' ? { noExternal: true } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        outDir: resolve(dist, 'ssr'),
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: { landing }, output: { entryFileNames: '[name].js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (!client || !ssr) throw new Error('Vite must know the client and the ssr environment.')
      await builder.build(client)
      await builder.build(ssr)
    },
  },
}))
