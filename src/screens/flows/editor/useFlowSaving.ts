import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flowDefinition, type FlowDefinition } from '#contract/flows/definition'
import { type Flow, flowBody, flowCalls } from '#contract/flows/flow'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { definitionBody, flowDraftBody } from './draft/convert.ts'
import { type Fault, type Faults, flowFaults } from './draft/faults.ts'
import type { FlowDraft } from './draft/flowDraft.ts'

const NO_WORDS: ReadonlyMap<string, string> = new Map()
const NO_NODES: ReadonlySet<string> = new Set()
/** Inputs of the flow itself: a dry run needs none of them. */
const FACTS = new Set(['name', 'note', 'groupId'])

/**
 * Holds a flow against the contract and sends it: faults stand by the input that they belong to; what belongs to none is `failure`.
 * `stale`: somebody else changed the flow, or enabled it; what was written stays.
 */
export function useFlowSaving(of: Flow | null, areaId: number) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [faults, setFaults] = useState(NO_WORDS)
  const [faulty, setFaulty] = useState(NO_NODES)
  const [failure, setFailure] = useState<string>()
  const [stale, setStale] = useState(false)
  const [saving, setSaving] = useState(false)
  const say = (fault: Fault): string =>
    fault === 'empty'
      ? t('flows:editor.empty')
      : fault === 'tooMany'
        ? t('flows:editor.refusal.flow')
        : t(`errors:field.${fault.key}`, fault.params)
  const show = ({ fields, nodes }: Faults) => {
    setFaults(new Map([...fields].map(([field, fault]) => [field, say(fault)])))
    setFaulty(nodes)
    setFailure(undefined)
  }
  const refused = (answer: CallFailure) => {
    const fields = new Map(Object.entries(answer.fields ?? {}).filter(([field]) => FACTS.has(field)))
    if (answer.code === 'error.version.stale') setStale(true)
    else if (fields.size > 0) setFaults(fields)
    else setFailure(reasonOf(answer))
  }
  return {
    faults,
    faulty,
    failure,
    stale,
    saving,
    refused,
    /** The definition where nothing is wrong with it; else the faults are shown. */
    readDefinition(draft: FlowDraft): FlowDefinition | null {
      const found = flowFaults(draft, areaId)
      const read = flowDefinition.safeParse(definitionBody(draft))
      show(read.success ? { fields: new Map(), nodes: NO_NODES } : found)
      return read.success ? read.data : null
    },
    /** The flow as it is kept now; null where it was refused. */
    async save(draft: FlowDraft): Promise<Flow | null> {
      setStale(false)
      show(flowFaults(draft, areaId))
      const body = flowBody.safeParse(flowDraftBody(draft, areaId))
      if (!body.success) return null
      setSaving(true)
      const { areaId: area, ...facts } = body.data
      const answer =
        of === null
          ? await call(flowCalls.add, { body: { areaId: area, ...facts } }, { quiet: true })
          : await call(
              flowCalls.edit,
              { params: { id: of.id }, body: { ...facts, objectVersionNumber: of.objectVersionNumber } },
              { quiet: true },
            )
      setSaving(false)
      if (isFailure(answer)) {
        refused(answer)
        return null
      }
      queries.setQueryData(queryKeyOf(flowCalls.get, { params: { id: answer.id } }), answer)
      for (const one of [flowCalls.page, flowCalls.versions]) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
      toast('success', t('crud:saved'))
      return answer
    },
  }
}
