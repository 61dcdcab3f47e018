/** The configuration of a server process, checked at start. Every setting is optional; see README. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly mqttPort: number
  readonly dataDir: string
  /** Owner connection: migrations and seed. Of the product's own cluster, or DATABASE_URL. */
  readonly databaseUrl: string
  readonly demo: boolean
  readonly tiles: readonly { name: string; url: string; crs: 'WGS84' | 'GCJ02' | 'BD09'; attribution: string }[]
  readonly weather: { readonly url: string | null; readonly key: string | null }
}
