/** Where in a room something may be used: everywhere, in these places only, or in all but these. */
export type Where = 'anywhere' | { readonly only: readonly string[] } | { readonly but: readonly string[] }

export interface Room {
  /** What the lint says to whoever crosses a border of this room. */
  readonly says: string
  /** The rooms whose files it may import, as the README's table draws it. */
  readonly rooms: Readonly<Record<string, Where>>
  /** The packages it may import; `node` stands for what Node brings. */
  readonly libraries: Readonly<Record<string, Where>>
  /**
   * Its floors from the ground up. A place is a folder or a file of the room (`http`, `app` for app.ts); it imports what stands on a floor
   * below it, never what stands beside or above. `screens/*` is every folder of screens for itself, `*` whatever has no name here.
   */
  readonly floors?: readonly (readonly string[])[]
}

/** The house: who may import whom. README.md shows the rooms, borders.ts judges by it, the lint and a test hold it. */
export const floorPlan: Readonly<Record<string, Room>> = {
  contract: {
    says: 'contract promises facts: it imports nothing but zod.',
    rooms: {},
    libraries: { zod: 'anywhere' },
  },
  locales: { says: 'locales are words: they import nothing.', rooms: {}, libraries: {} },
  streams: {
    says: 'streams combine values over time: contract and rxjs, no React.',
    rooms: { contract: 'anywhere' },
    libraries: { rxjs: 'anywhere' },
  },
  machines: {
    says: 'machines say what may happen next: contract and xstate only, actors are injected.',
    rooms: { contract: 'anywhere' },
    libraries: { xstate: 'anywhere' },
  },
  demo: {
    says: "the demo farm's facts and physics: contract only, the same for the server's past and the simulator's present.",
    rooms: { contract: 'anywhere' },
    libraries: {},
  },
  server: {
    says: 'server remembers, decides and forbids: contract, demo (for its seed), machines, locales, and its own libraries.',
    rooms: { contract: 'anywhere', demo: { only: ['demo'] }, machines: 'anywhere', locales: 'anywhere' },
    libraries: {
      node: 'anywhere',
      zod: 'anywhere',
      kysely: 'anywhere',
      pino: 'anywhere',
      // Areas ask through a scope; these speak to the database itself.
      pg: {
        only: [
          'ground/health',
          'ground/publicAddress',
          'ground/database',
          'ground/outbox',
          'ground/clock',
          'ground/broker',
          'ground/history',
          'ground/ingest',
          'ground/push',
          'ground/services',
          'ground/watch',
          'ground/presence',
          'ground/commands',
          'ground/uplinks',
          'devices',
          'insects',
          'session',
          'demo',
        ],
      },
      'prom-client': {
        only: ['ground/metrics', 'ground/sparingLog', 'ground/outbox', 'ground/clock', 'ground/broker', 'ground/ingest', 'ground/push'],
      },
      mqtt: { only: ['ground/push'] },
      fastify: { only: ['ground/http', 'app'] },
      '@fastify/compress': { only: ['ground/http'] },
      '@fastify/formbody': { only: ['ground/http'] },
      '@fastify/multipart': { only: ['ground/http'] },
      aedes: { only: ['ground/broker'] },
      ws: { only: ['cameras', 'ground/broker'] },
      jose: { only: ['session'] },
      '@node-rs/argon2': { only: ['session', 'demo'] },
      otplib: { only: ['session'] },
      'openid-client': { only: ['session'] },
      'read-excel-file': { only: ['ground/crud'] },
      'write-excel-file': { only: ['ground/crud'] },
      yauzl: { only: ['farm', 'ground/crud'] },
      fflate: { only: ['devices', 'farm', 'insects', 'ground/crud', 'panoramas'] },
      aws4fetch: { only: ['ground/files'] },
      'lru-cache': { only: ['ground/drawnPages', 'ground/http', 'map', 'panoramas', 'session'] },
      rrule: { only: ['farm'] },
      proj4: { only: ['farm'] },
      gcoord: { only: ['farm'] },
      sharp: { only: ['insects', 'ground/files', 'panoramas', 'demo'] },
      suncalc: { only: ['ground/watch'] },
      saxes: { only: ['ground/files', 'ground/crud', 'cameras', 'farm'] },
      'sanitize-html': { only: ['ground/html'] },
      nodemailer: { only: ['ground/mail'] },
      'web-push': { only: ['alarms'] },
      croner: { only: ['flows'] },
    },
    floors: [
      // The ground: what every area stands on. It knows no area.
      [
        'ground/failure',
        'ground/startFailure',
        'ground/metrics',
        'ground/sparingLog',
        'ground/health',
        'ground/html',
        'ground/sms',
        'ground/mail',
        'ground/hashLink',
        'ground/words',
        'ground/commandDesk',
        'ground/publicAddress',
      ],
      ['ground/calling', 'ground/config', 'ground/database', 'ground/foreign', 'ground/heartbeat'],
      ['ground/outbox', 'ground/clock', 'ground/http', 'ground/seal'],
      ['ground/live', 'ground/broker', 'ground/files', 'ground/secrets', 'ground/clients'],
      // What is sent outside.
      ['ground/push'],
      ['ground/services', 'ground/drawnPages'],
      ['ground/messages'],
      ['ground/crud', 'ground/history'],
      // Who decides about a document: it knows none.
      ['ground/approvals'],
      // A document refers to records.
      ['ground/documents'],
      ['ground/ingest'],
      ['ground/watch'],
      ['ground/contents'],
      ['ground/presence'],
      // Who may switch what, and how each asking ended.
      ['ground/commands'],
      // What devices say, given to whom it concerns.
      ['ground/uplinks'],
      // What other areas ask of devices.
      ['devices'],
      // Areas stand side by side and know nothing of each other.
      ['*'],
      // What each area brings, and what is made of it.
      ['areas', 'foreignJobs', 'demo', 'liveFarm'],
      ['app'],
      ['main'],
    ],
  },
  simulator: {
    says: 'the simulated farm is ordinary devices: contract, demo and mqtt, and sharp for what its cameras see.',
    rooms: { contract: 'anywhere', demo: 'anywhere' },
    libraries: { node: 'anywhere', mqtt: { only: ['link'] }, sharp: { only: ['sheet'] } },
  },
  src: {
    says: 'src is what is seen and touched: it reaches the server only through contract and src/api, streams through src/live, and src/ui knows no farm word.',
    rooms: {
      contract: { but: ['ui'] },
      machines: { but: ['ui'] },
      streams: { but: ['ui'] },
      locales: 'anywhere',
    },
    libraries: {
      react: 'anywhere',
      'react-dom': 'anywhere',
      'react-i18next': 'anywhere',
      i18next: 'anywhere',
      'react-router-dom': 'anywhere',
      '@mui/material': 'anywhere',
      '@mui/icons-material': 'anywhere',
      '@mui/x-data-grid': { only: ['ui'] },
      // The farm's clock: nothing else formats or chooses a day.
      '@mui/x-date-pickers': { only: ['time'] },
      dayjs: { only: ['time'] },
      '@tanstack/react-query': { but: ['ui'] },
      'react-hook-form': { but: ['ui'] },
      zod: { but: ['ui'] },
      xstate: { but: ['ui'] },
      '@xstate/react': { but: ['ui'] },
      // src/live is the only bridge from streams to React; a value that is watched is a createStore.
      rxjs: { only: ['live'] },
      leaflet: { only: ['map'] },
      gcoord: { only: ['map'] },
      echarts: { only: ['charts'] },
      jsencrypt: { only: ['session'] },
      '@xyflow/react': { only: ['screens/flows'] },
      '@photo-sphere-viewer/core': { only: ['screens/panoramas'] },
      '@photo-sphere-viewer/cubemap-tiles-adapter': { only: ['screens/panoramas'] },
      '@photo-sphere-viewer/markers-plugin': { only: ['screens/panoramas'] },
      '@photo-sphere-viewer/gyroscope-plugin': { only: ['screens/panoramas'] },
      dompurify: 'anywhere',
      '@tiptap/extension-image': { only: ['crud'] },
      '@tiptap/react': { only: ['crud', 'ui'] },
      '@tiptap/starter-kit': { only: ['ui'] },
      'qrcode-generator': { only: ['ui'] },
      'jsmpeg-player': { only: ['cameras'] },
      idb: { only: ['kept'] },
      'workbox-precaching': { only: ['worker'] },
      'workbox-routing': { only: ['worker'] },
      'workbox-strategies': { only: ['worker'] },
    },
    floors: [
      // The worker is a script of its own: nothing of a page is in it.
      ['i18n', 'createStore', 'worker'],
      ['kept'],
      ['api', 'theme', 'help', 'time'],
      ['ui'],
      ['session'],
      ['charts', 'files', 'forms', 'shell'],
      ['live'],
      ['field'],
      ['approvals', 'devices'],
      ['alarms', 'rights'],
      ['flows', 'cameras'],
      ['map'],
      ['crud', 'frame'],
      // Rules and flows are written, tried and enabled alike.
      ['documents', 'watch', 'insects'],
      // No area's screens know another area's: what they share stands below them.
      ['screens/*', 'login'],
      // What each area binds, for the router; and what visitors see of some.
      ['areas', 'visitors'],
      ['routes'],
      ['main'],
    ],
  },
}

/** Rooms without borders: proof and measure reach everything. */
export const FREE_ROOMS: readonly string[] = ['tests', 'e2e', 'bench']
