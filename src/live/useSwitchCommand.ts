import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { aeratorCalls } from '#contract/devices/aerator'
import { switchCalls } from '#contract/devices/switch'
import { type SendResult, switchCommandMachine } from '#machines/devices/switchCommand'
import { call, isFailure } from '#src/api/call.ts'
import type { LiveCommand } from '#streams/devices/switches'
import { useLive } from './LiveProvider.tsx'
import { useLiveArea } from './useLiveArea.ts'

export type SwitchStep = 'idle' | 'sending' | 'queued' | 'sent' | 'acknowledged' | 'confirmed' | 'refused' | 'silent' | 'expired'

export interface SwitchCommand {
  readonly step: SwitchStep
  /** What the device last said, null before it said anything; the switch shows this, never what was asked. */
  readonly status: number | null
  /** When it said so, ms UTC; 0 before. */
  readonly ts: number
  /** The status that was asked for, while a command is under way or its end is shown. */
  readonly wanted: number | null
  readonly underWay: boolean
  /** Why it was refused: the device's or server's own words. */
  readonly message: string | null
  /** A failure code of the control call (`error....`), or null. */
  readonly code: string | null
  /** The command that is followed; null from the moment of asking until the server has named it. */
  readonly commandId: string | null
  /** Asks for a status, for so long or as long as is usual, and of water for so many m³; flows leave it alone for `holdSeconds`, or as long as is usual. Ignored while a command is under way, unless it asks to stop. */
  ask(status: number, runSeconds?: number, volume?: number, holdSeconds?: number): void
  /** Takes an end off the page. */
  dismiss(): void
}

/** Whether what was asked ended before the server had it, as far as this page knows: nothing was switched by it. */
export const neverLeft = ({ step, commandId, code }: SwitchCommand): boolean =>
  commandId === null && ((step === 'refused' && code === 'error.network') || step === 'silent')

/** Whether a ladder of this command may stand beside the switch: never that of an earlier one while another is asked or has just ended. */
export const isOfCommand = ({ step, commandId }: SwitchCommand, climbId: string | null): boolean => step === 'idle' || commandId === climbId

/** Where a command goes: a switch of a device, by its eui and circuit, or a pump of an aerator regulator. */
export type SwitchTarget = { readonly eui: string; readonly circuit: number } | 'pump'

interface Asked {
  readonly status: number
  readonly runSeconds: number | undefined
  readonly volume: number | undefined
  readonly holdSeconds: number | undefined
}

async function sendTo(target: SwitchTarget, tenantId: number | undefined, switchId: number, asked: Asked): Promise<SendResult> {
  const t = tenantId === undefined ? {} : { t: tenantId }
  const run = asked.runSeconds === undefined ? {} : { runSeconds: asked.runSeconds }
  const volume = asked.volume === undefined ? {} : { volume: asked.volume }
  const hold = asked.holdSeconds === undefined ? {} : { holdSeconds: asked.holdSeconds }
  const answer =
    target === 'pump'
      ? await call(
          aeratorCalls.control,
          { params: { ...t, id: switchId }, body: { status: asked.status, ...run, ...hold } },
          { quiet: true },
        )
      : await call(
          switchCalls.control,
          { params: t, body: { switchId, sw: asked.status, eui: target.eui, circuit: target.circuit, ...run, ...volume, ...hold } },
          { quiet: true },
        )
  if (isFailure(answer)) return { failed: true, code: answer.code, message: answer.message === '' ? null : answer.message }
  return { failed: false, result: answer.result, commandId: answer.commandId, state: answer.state, message: answer.message }
}

/**
 * One switch under the hand: its state as the device said it, and the command that is under way, whoever asked it. `known` is what a
 * REST answer said of it (a row of the switch list, a pump): it fills in before the live table speaks, and a command that is under
 * way there is taken up.
 */
export function useSwitchCommand(
  areaId: number | null | undefined,
  switchId: number,
  target: SwitchTarget,
  known?: { status: number | null; ts: number | null; command: (Omit<LiveCommand, 'at'> & { stateAt: number }) | null },
): SwitchCommand {
  const table = useLiveArea(areaId)?.switches
  const tenantId = useLive()?.tenantId
  const latest = useRef({ target, tenantId, switchId })
  latest.current = { target, tenantId, switchId }
  const machine = useMemo(
    () =>
      switchCommandMachine.provide({
        actors: {
          send: fromPromise<SendResult, Asked>(({ input }) =>
            sendTo(latest.current.target, latest.current.tenantId, latest.current.switchId, input),
          ),
        },
      }),
    [],
  )
  const actor = useActorRef(machine, { input: {} })

  const knownStatus = known?.status ?? null
  const knownTs = known?.ts ?? null
  const command = known?.command ?? null
  useEffect(() => {
    if (knownTs !== null) actor.send({ type: 'state.observed', status: knownStatus, ts: knownTs })
  }, [actor, knownStatus, knownTs])
  useEffect(() => {
    if (!command) return
    const { id, state, stateAt, status, message } = command
    actor.send({ type: 'command.moved', id, state, at: stateAt, status, message })
    // A command is named by its id and step: the row that holds it is new at every reading.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [actor, command?.id, command?.state])
  useEffect(() => {
    if (!table) return
    let heard: LiveCommand | null = null
    const subscription = table.watch(switchId).subscribe((value) => {
      if (!value) return
      if (value.ts > 0) actor.send({ type: 'state.observed', status: value.status, ts: value.ts })
      if (value.command && value.command !== heard) {
        heard = value.command
        actor.send({ type: 'command.moved', ...value.command })
      }
    })
    return () => subscription.unsubscribe()
  }, [actor, table, switchId])

  const step = useSelector(actor, (snapshot) => snapshot.value as SwitchStep)
  const underWay = useSelector(actor, (snapshot) => snapshot.hasTag('underWay'))
  const observed = useSelector(actor, (snapshot) => snapshot.context.observed)
  const wanted = useSelector(actor, (snapshot) => snapshot.context.wanted)
  const message = useSelector(actor, (snapshot) => snapshot.context.message)
  const code = useSelector(actor, (snapshot) => snapshot.context.code)
  const commandId = useSelector(actor, (snapshot) => snapshot.context.commandId)
  return useMemo(
    () => ({
      step,
      status: observed.status,
      ts: observed.ts,
      wanted,
      underWay,
      message,
      code,
      commandId,
      ask: (status: number, runSeconds?: number, volume?: number, holdSeconds?: number) =>
        actor.send({ type: 'command.ask', status, runSeconds, volume, holdSeconds }),
      dismiss: () => actor.send({ type: 'command.dismiss' }),
    }),
    [actor, step, observed, wanted, underWay, message, code, commandId],
  )
}
