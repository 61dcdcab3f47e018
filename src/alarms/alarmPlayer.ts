import type { AlarmSeverity } from '#contract/alarms/severity'

/** The sound of alarms: two tones for a major one, three higher ones, more often, for a critical one. */
export interface AlarmPlayer {
  /** Whether the page may sound now: a browser keeps it silent until somebody has touched it. */
  awaken(): Promise<boolean>
  /** Sounds again and again; answers how to stop. */
  repeat(severity: AlarmSeverity): () => void
  close(): void
}

/** Hz, how many tones, and how often they come, ms. */
const melodies = {
  critical: { pitch: 988, tones: 3, pause: 2000 },
  major: { pitch: 659, tones: 2, pause: 4000 },
} as const
/** Seconds. */
const TONE = 0.16
const STEP = 0.24
const RAMP = 0.015
const LOUDNESS = 0.25
/** A browser that lets a page sound has done so by then, ms. */
const PATIENCE_MS = 500

function tone(context: AudioContext, pitch: number, at: number): void {
  const source = context.createOscillator()
  const gain = context.createGain()
  source.type = 'triangle'
  source.frequency.value = pitch
  // Without a ramp it would click.
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + RAMP)
  gain.gain.setValueAtTime(LOUDNESS, at + TONE - RAMP)
  gain.gain.linearRampToValueAtTime(0, at + TONE)
  source.connect(gain).connect(context.destination)
  source.start(at)
  source.stop(at + TONE)
}

export function alarmPlayer(): AlarmPlayer {
  let context: AudioContext | null = null
  return {
    async awaken() {
      if (!('AudioContext' in globalThis)) return false
      const own = (context ??= new AudioContext())
      if (own.state === 'running') return true
      // It stays unanswered for as long as the browser forbids it.
      const allowed = own.resume().then(
        () => undefined,
        () => undefined,
      )
      await Promise.race([allowed, new Promise((done) => setTimeout(done, PATIENCE_MS))])
      return (own.state as AudioContextState) === 'running'
    },
    repeat(severity) {
      const own = context
      if (own === null) return () => undefined
      const { pitch, tones, pause } = severity === 'critical' ? melodies.critical : melodies.major
      const play = () => {
        for (let at = 0; at < tones; at++) tone(own, pitch, own.currentTime + at * STEP)
      }
      play()
      const timer = setInterval(play, pause)
      return () => clearInterval(timer)
    },
    close() {
      void context?.close()
      context = null
    },
  }
}
