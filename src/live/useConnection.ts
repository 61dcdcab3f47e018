import type { ConnectionStatus } from '#streams/connection'
import { useLive } from './LiveProvider.tsx'
import { useStream } from './useStream.ts'

/** How the live connection stands; `connecting` until it was there once. */
export const useConnection = (): ConnectionStatus => useStream<ConnectionStatus>(useLive()?.status$ ?? null, 'connecting')
