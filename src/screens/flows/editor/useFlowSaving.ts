import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flowDefinition, type FlowDefinition } from '#contract/flows/definition'
import { type Flow, flowBody, flowCalls } from '#contract/flows/flow'
import { call } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { toast } from '#src/ui/toast.ts'
import { useSaving } from '#src/watch/useSaving.ts'
import { definitionBody, flowDraftBody } from './draft/convert.ts'
import { type Fault, type Faults, flowFaults } from './draft/faults.ts'
import type { FlowDraft } from './draft/flowDraft.ts'

const NO_NODES: ReadonlySet<string> = new Set()
/** Inputs of the flow itself: a dry run needs none of them. */
const FACTS = new Set(['name', 'note', 'groupId'])

/** Holds a flow against the contract and sends it; `faulty` names the triggers and steps in which something is wrong. */
export function useFlowSaving(of: Flow | null, areaId: number) {
  const { t } = useTranslation()
  const saving = useSaving(({ fields }) => new Map(Object.entries(fields ?? {}).filter(([field]) => FACTS.has(field))))
  const [faulty, setFaulty] = useState(NO_NODES)
  const say = (fault: Fault): string =>
    fault === 'empty'
      ? t('flows:editor.empty')
      : fault === 'tooMany'
        ? t('flows:editor.refusal.flow')
        : t(`errors:field.${fault.key}`, fault.params)
  const show = ({ fields, nodes }: Faults) => {
    saving.show(new Map([...fields].map(([field, fault]) => [field, say(fault)])))
    setFaulty(nodes)
  }
  return {
    ...saving,
    faulty,
    /** The definition where nothing is wrong with it; else the faults are shown. */
    readDefinition(draft: FlowDraft): FlowDefinition | null {
      const found = flowFaults(draft, areaId)
      const read = flowDefinition.safeParse(definitionBody(draft))
      show(read.success ? { fields: new Map(), nodes: NO_NODES } : found)
      return read.success ? read.data : null
    },
    /** The flow as it is kept now; null where it was refused. */
    async save(draft: FlowDraft): Promise<Flow | null> {
      show(flowFaults(draft, areaId))
      const body = flowBody.safeParse(flowDraftBody(draft, areaId))
      if (!body.success) return null
      const { areaId: area, ...facts } = body.data
      const ask = () =>
        of === null
          ? call(flowCalls.add, { body: { areaId: area, ...facts } }, { quiet: true })
          : call(
              flowCalls.edit,
              { params: { id: of.id }, body: { ...facts, objectVersionNumber: of.objectVersionNumber } },
              { quiet: true },
            )
      const saved = await saving.send(ask, {
        at: ({ id }) => queryKeyOf(flowCalls.get, { params: { id } }),
        lists: [queryKeyOf(flowCalls.page), queryKeyOf(flowCalls.versions)],
      })
      if (saved) toast('success', t('crud:saved'))
      return saved
    },
  }
}
