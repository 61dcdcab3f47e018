import 'i18next'
import type { Words } from './words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: readonly ['frame', ...(keyof Words)[]]
    resources: Words
  }
}
