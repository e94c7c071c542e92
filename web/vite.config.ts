import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineStyles } from './build/inline-styles.ts'
import { precompress } from './build/precompress.ts'
import { preloadCode } from './build/preload-code.ts'
import { preloadFont } from './build/preload-font.ts'
import { sourcesForStyles } from './build/style-sources.ts'
import { withoutNode } from './build/without-node.ts'

const web = import.meta.dirname
const dist = resolve(web, '../dist')
/** Pages of their own, outside of the portal. */
const plainPages = [
  'recibo.html',
  'informe.html',
  'cita.html',
  'activar.html',
  'solicitud.html',
  'orden.html',
]
const pages = ['index.html', 'portal.html', ...plainPages].map((page) => resolve(web, page))
/**
 * What most screens need comes as one file: thirty small ones are thirty requests,
 * and compress worse. React stays apart, as does what the landing runs before it.
 */
const groups = [
  { name: 'helper', test: /preload-helper|domain[\\/]addresses\.ts/, priority: 4 },
  {
    name: 'kept',
    test: /[\\/](?:ui[\\/](?:toast|keep-visible)|session[\\/]stored-session|domain[\\/](?:kept-entries|store|days|slots|visible|without-marks)|copy[\\/]signed-out|request-form[\\/]draft-key|site[\\/]places)\.ts/,
    priority: 3,
  },
  // What the landing says of its hours: one small file instead of two.
  { name: 'hours', test: /domain[\\/](?:spoken-time|week-draft)\.ts/, priority: 3 },
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
  // What the plain pages, such as those of a receipt and of an activation, ask and say; the landing has some of it without React.
  {
    name: 'plain',
    test: /[\\/](?:domain[\\/](?:money|password-words|appointment-status|phone|contact|dotted|request-number|name|new-patient)|backend[\\/](?:config|errors|spanish|retry-after)|copy[\\/]errors)\.ts/,
    priority: 2,
  },
  // What they draw with, and every screen as well. It brings along what that imports.
  {
    name: 'drawn',
    test: /[\\/](?:domain[\\/]appointment-message|parts[\\/]forms[\\/]use-form|hooks[\\/]use-clinic|ui[\\/](?:button|call-link|chip|choice-button|dotted|focus-quietly|icon-button|load-error|logo|notice|panel|password-field|save-file|text-field|checkbox|select)|parts[\\/]forms[\\/]person-fields)\.tsx?/,
    priority: 1,
  },
  // What they alone share.
  {
    name: 'page',
    test: /[\\/](?:site[\\/]plain[\\/](?:start|plain-page|use-asked|verified)|backend[\\/]ask-plainly)\.tsx?/,
    priority: 1,
  },
  // Every screen needs both, and the landing neither.
  { name: 'paths', test: /web[\\/]hooks[\\/](?:paths|reports-on)\.ts/, priority: 1 },
  // What many screens need. Without date fields: the landing has none, and would have to know the styles of what they open.
  {
    name: 'parts',
    test: /[\\/]web[\\/](?!ui[\\/]date-)(?:ui|parts|hooks|session|queries|backend|copy)[\\/]|[\\/]domain[\\/]|[\\/](?:lucide-react|@tanstack)[\\/]/,
    minShareCount: 11,
  },
]
/** What reads the head of a DICOM file and pixels that nothing compresses. */
const everyFile =
  /dicom-parser|domain[\\/]file-content\.ts|web[\\/]imaging[\\/](?:(?:types|problems|lazily|source|series|junk|vectors|dicom-file)|dicom[\\/](?!blank|color|compressed|document|facts|fragments|identity|inflate|native|palette|segmented|write)[^\\/]+)\.ts/
/** Files that the portal's page loads before anything else. */
const onEveryScreen =
  /\/(?:react|parts|plain|drawn|kept|helper|screens|session|rolldown-runtime|tslib\.es6)-[^/]+\.js$/
/** Files of pages that do without those. */
const onPublicPages = /\/(?:index|activar|cita|recibo|informe|solicitud|orden|request-form-island)-/
const landing = resolve(web, 'site/entry-server.tsx')

export default defineConfig(({ command }) => ({
  root: web,
  publicDir: resolve(web, 'public'),
  // The package names its development files alone, with warnings that only its developers need.
  resolve: {
    alias:
      command === 'build'
        ? [
            {
              find: /^react-router$/,
              replacement: resolve(web, '../node_modules/react-router/dist/production/index.mjs'),
            },
          ]
        : [],
  },
  plugins: [
    react(),
    sourcesForStyles(),
    tailwindcss(),
    ...['index.html', ...plainPages].map(inlineStyles),
    preloadCode('portal.html', { modules: ['web/backend/make-client.ts'], data: ['/config.json'] }),
    ...plainPages.map((page) => preloadCode(page, { modules: [], data: ['/config.json', '/clinic.json'] })),
    preloadFont(/figtree-spanish-.*\.woff2$/),
    withoutNode(),
    precompress(),
  ],
  // The worker that reads images loads a decoder when a file needs it.
  worker: {
    format: 'es',
    plugins: () => [withoutNode()],
    // What every file needs comes as one file; its parts share some of it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'reading', test: everyFile }] } } },
  },
  build: {
    sourcemap: false,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // What the portal's page has loaded by itself need not be named again beside each of its parts.
      resolveDependencies: (_file, needed, { hostId, hostType }) =>
        hostType === 'html' || onPublicPages.test(hostId)
          ? needed
          : needed.filter((one) => !onEveryScreen.test(one)),
    },
    // In kB; the largest draws models. What each screen may weigh stands in tests/lint/budget.test.ts.
    chunkSizeWarningLimit: 600,
  },
  environments: {
    client: {
      build: {
        outDir: resolve(dist, 'client'),
        // The shared page is there already.
        emptyOutDir: false,
        // Which parts a screen needs, for tests/lint/budget.test.ts.
        manifest: true,
        rolldownOptions: {
          input: pages,
          output: { codeSplitting: { groups } },
          // The landing names an address without loading the file of all addresses (decision 31).
          optimization: { inlineConst: true },
        },
      },
    },
    // The page of a shared study has its own files: its visitors have no portal, and shared code would be cut into
    // pieces that the portal then loads one by one.
    shared: {
      consumer: 'client',
      build: {
        outDir: resolve(dist, 'client'),
        assetsDir: 'assets/shared',
        copyPublicDir: false,
        rolldownOptions: { input: resolve(web, 'compartido.html') },
      },
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
      const { client, shared, ssr } = builder.environments
      if (!client || !shared || !ssr) throw new Error('Vite must know the three environments.')
      // Before the client, which empties nothing and compresses what both have written.
      await builder.build(shared)
      await builder.build(client)
      await builder.build(ssr)
    },
  },
}))
