import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'
import { saveBlob } from '#src/ui/saveBlob.ts'
import { toast } from '#src/ui/toast.ts'
import type { Player } from './usePlayer.ts'

/** A recording is kept in memory until it is saved: it ends by itself then, ms. */
const LONGEST_MS = 30 * 60_000
const FPS = 25
const PIECE_MS = 1000
/** The first that the browser can write. */
const TYPES = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'] as const

const typeHere = () => (typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type)))
export const canRecord = (): boolean => typeHere() !== undefined && 'captureStream' in HTMLCanvasElement.prototype

const two = (part: number) => String(part).padStart(2, '0')
const clock = (ms: number) => `${two(Math.floor(ms / 60_000))}:${two(Math.floor(ms / 1000) % 60)}`
/** The name of a file of what is shown at `when`, of letters that every file system takes. */
const fileName = (name: string, when: string, type: string) =>
  `${name.replace(/[\\/:*?"<>|]/g, '_')} ${when.replaceAll(':', '-')}.${type.startsWith('video/mp4') ? 'mp4' : 'webm'}`

/** Records what a player shows while it says so, and saves it as a file when it ends. Answers how long it has been, mm:ss. */
export function useRecording(player: Player, name: string): string {
  const { t } = useTranslation()
  const { recording, source, send, at } = player
  const latest = useRef({ source, name, t, at })
  useLayoutEffect(() => {
    latest.current = { source, name, t, at }
  })
  const [began, setBegan] = useState(0)
  useEffect(() => {
    const { name: of, at: shown } = latest.current
    const from = latest.current.source()
    const type = typeHere()
    if (!recording || !from || type === undefined) return
    const stream = from.canvas.captureStream(FPS)
    if (from.sound) stream.addTrack(from.sound)
    const recorder = new MediaRecorder(stream, { mimeType: type })
    const pieces: Blob[] = []
    const file = fileName(of, momentText(shown ?? Date.now()), type)
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop()
      saveBlob(file, new Blob(pieces, { type }))
      toast('success', latest.current.t('cameras:player.recordSaved'))
    })
    recorder.start(PIECE_MS)
    setBegan(Date.now())
    const end = setTimeout(() => send({ type: 'record', on: false }), LONGEST_MS)
    return () => {
      clearTimeout(end)
      recorder.stop()
    }
  }, [recording, send])
  const now = useNow(PIECE_MS)
  return clock(Math.max(0, now - began))
}
