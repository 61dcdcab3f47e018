import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { LandType } from '#contract/farm/land'
import { land, landCalls, type NURTURE_KINDS } from '#contract/farm/land'
import { type LandDatum, landFileCalls, type LandRow, type LandRowNote, MAX_LAND_FILE_MB, type SAME_NAMES } from '#contract/farm/landFile'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { describeUpload, refusal, uploadFile } from '#src/files/uploadFile.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

/** How a file is read, as far as somebody has said it. */
export interface LandReading {
  /** Null: nobody has said it, and neither has the file. */
  readonly datum: LandDatum | null
  readonly swapped: boolean
  readonly nameOf: string | null
  readonly sameName: (typeof SAME_NAMES)[number]
  readonly landType: LandType
  readonly nurtureKind: (typeof NURTURE_KINDS)[number]
}
const BEGUN: LandReading = { datum: null, swapped: false, nameOf: null, sameName: 'leave', landType: 'field', nurtureKind: 'pond' }

const fileOf = (key: readonly unknown[] | undefined) => (key?.[2] as { params?: { uuid?: string } } | undefined)?.params?.uuid

/** A file of outlines on its way to be plots: what was found in it, what is chosen of it, and what is still to be agreed to. */
export function useLandFile(areaId: number, onBrought: (done: { created: number; updated: number }) => void) {
  const client = useQueryClient()
  const [fileId, setFileId] = useState<string | null>(null)
  const [reading, setReading] = useState(BEGUN)
  /** Rows that somebody chose otherwise than they begin: with what is new and changed, without duplicates. */
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const [agreed, setAgreed] = useState<ReadonlySet<LandRowNote>>(new Set())
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const mayEdit = usePermission(land.codes.edit) === true

  const { datum, swapped, nameOf, sameName } = reading
  const asked = useCall(
    landFileCalls.check,
    {
      params: { uuid: fileId ?? '' },
      query: { areaId, sameName, swapped: swapped ? 1 : 0, ...(datum ? { datum } : {}), ...(nameOf === null ? {} : { nameOf }) },
    },
    {
      enabled: fileId !== null,
      placeholderData: (before, query) => (fileOf(query?.queryKey) === fileId ? before : undefined),
      retry: false,
    },
  )
  const report = fileId === null || asked.isError ? null : (asked.data ?? null)
  // What the file says of itself need not be said again.
  const shownDatum = datum ?? (report?.said == null ? null : 'WGS84')
  const rows = useMemo(() => report?.rows ?? [], [report])
  const mayBring = ({ state, faults, outline }: LandRow) =>
    faults.length === 0 && outline !== null && state !== 'same' && (state !== 'changed' || mayEdit)
  const isChosen = (row: LandRow) => mayBring(row) && (row.state !== 'duplicate') !== turned.has(row.row)
  const chosen = rows.filter(isChosen)
  const notes = new Map<LandRowNote, number>()
  for (const { code } of chosen.flatMap((row) => row.notes)) notes.set(code, (notes.get(code) ?? 0) + 1)

  return {
    report,
    rows,
    reading: { ...reading, datum: shownDatum },
    /** An outline that may be brought; one that is the same already need not be. */
    mayBring,
    isChosen,
    chosen,
    /** Kinds of notes of what is chosen, with how many have them. */
    notes,
    agreed,
    busy: sending || (fileId !== null && asked.isFetching),
    failure: failure ?? (asked.error ? reasonOf(asked.error.failure) : undefined),
    ready: !sending && !asked.isFetching && chosen.length > 0 && shownDatum !== null && [...notes.keys()].every((code) => agreed.has(code)),

    choose: async (file: File): Promise<void> => {
      setFileId(null)
      setFailure(undefined)
      setTurned(new Set())
      setAgreed(new Set())
      setReading(({ landType, nurtureKind }) => ({ ...BEGUN, landType, nurtureKind }))
      if (file.size > MAX_LAND_FILE_MB * 1024 * 1024) return setFailure(refusal('error.file.fileTooBig', { max: MAX_LAND_FILE_MB }).message)
      setSending(true)
      const stored = await uploadFile(file, { kind: 'file' })
      setSending(false)
      if (isFailure(stored)) setFailure(describeUpload(stored))
      else setFileId(stored.id)
    },
    /** What is read otherwise is chosen anew. */
    read: (change: Partial<LandReading>): void => {
      setReading((now) => ({ ...now, ...change }))
      if ('landType' in change || 'nurtureKind' in change) return
      setTurned(new Set())
      setAgreed(new Set())
    },
    turn: (row: number) => setTurned((now) => (now.has(row) ? new Set([...now].filter((one) => one !== row)) : new Set([...now, row]))),
    agree: (code: LandRowNote, on: boolean) => setAgreed((now) => new Set(on ? [...now, code] : [...now].filter((one) => one !== code))),

    bring: async (): Promise<void> => {
      setSending(true)
      setFailure(undefined)
      const { landType, nurtureKind } = reading
      const answer = await call(
        landFileCalls.bring,
        {
          body: {
            fileId: fileId!,
            areaId,
            datum: shownDatum!,
            swapped: swapped ? 1 : 0,
            sameName,
            ...(nameOf === null ? {} : { nameOf }),
            landType,
            nurtureKind: landType === 'nurture' ? nurtureKind : null,
            rows: chosen.map(({ row, state }) => ({ row, state: state as 'new' | 'changed' | 'duplicate' })),
            agreed: [...agreed],
          },
        },
        { quiet: true },
      )
      setSending(false)
      if (isFailure(answer)) {
        setFailure(reasonOf(answer))
        // Plots may have changed since it was checked.
        void client.invalidateQueries({ queryKey: queryKeyOf(landFileCalls.check) })
        return
      }
      void client.invalidateQueries({ queryKey: queryKeyOf(landCalls.page) })
      onBrought(answer)
    },
  }
}
export type LandFile = ReturnType<typeof useLandFile>
