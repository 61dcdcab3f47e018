import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Flow, flowCalls } from '#contract/flows/flow'
import { FLOWS_PATH, flowPath } from '#contract/flows/pages'
import { FLOWS_EDIT, FLOWS_RUN } from '#contract/flows/permission'
import { usePermission } from '#src/session/usePermission.ts'
import { WrittenPage } from '#src/watch/WrittenPage.tsx'
import { draftOfFlow, whatOf } from './draft/convert.ts'
import { FlowActs } from './FlowActs.tsx'
import { FlowEditor } from './FlowEditor.tsx'
import { FlowStanding } from './FlowStanding.tsx'

/** A flow of its own page, or a new one. */
export default function FlowPage() {
  const { t } = useTranslation()
  const mayRun = usePermission(FLOWS_RUN) === true
  /** The flow whose versions are looked at. */
  const [looked, setLooked] = useState<number | null>(null)
  return (
    <WrittenPage<Flow>
      words={{ title: t('flows:editor.title'), new: t('flows:editor.new') }}
      edit={FLOWS_EDIT}
      get={flowCalls.get}
      pathOf={flowPath}
      list={FLOWS_PATH}
      whatOf={(flow) => whatOf(draftOfFlow(flow))}
      lead={(flow) => <FlowStanding of={flow} />}
      actions={(flow, { dirty, mayEdit, toList }) => (
        <FlowActs of={flow} dirty={dirty} mayEdit={mayEdit} mayRun={mayRun} onVersions={() => setLooked(flow.id)} onGone={toList} />
      )}
    >
      {(writing) => <FlowEditor writing={writing} mayRun={mayRun} looksBack={looked === writing.of?.id} onLooked={() => setLooked(null)} />}
    </WrittenPage>
  )
}
