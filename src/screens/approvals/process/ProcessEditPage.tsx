import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatch, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { type Definition, definitionCalls, FORM_CODES, type FormCode } from '#contract/approvals/definition'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { draftOf, type FlowDraft } from '../flowDraft.ts'
import { FlowEditor } from '../FlowEditor.tsx'
import { FlowVersion } from '../FlowVersion.tsx'
import { Choice } from '../NodesEditor.tsx'
import { useFlowPeople } from '../useFlowPeople.ts'

/** Makes the next version of a form's flow: an empty one, the one that the address names, or a copy of that for another form. */
export default function ProcessEditPage() {
  const { t } = useTranslation()
  const id = Number(/^\d{1,15}$/.exec(useParams()['id'] ?? '')?.[0] ?? 0)
  const isCopy = useMatch('/system/process/copy/:id') !== null
  const given = useCall(definitionCalls.get, { params: { id } }, { enabled: id > 0, staleTime: 0 })
  if (id > 0 && given.isError && !given.data)
    return (
      <Page title={t('approvals:process.edit')}>
        <ErrorState title={t('approvals:definition.listFailed')} error={given.error} onRetry={() => void given.refetch()} />
      </Page>
    )
  if (id > 0 && !given.data)
    return (
      <Page title={t('approvals:process.edit')}>
        <SkeletonList rows={4} height={72} />
      </Page>
    )
  return <Editing key={id} from={given.data} isCopy={isCopy} />
}

function Editing({ from, isCopy }: { from: Definition | undefined; isCopy: boolean }) {
  const { t } = useTranslation()
  const go = useNavigate()
  const [address] = useSearchParams()
  const isFixed = from !== undefined && !isCopy
  const asked = FORM_CODES.find((one) => one === address.get('form'))
  const others = FORM_CODES.filter((one) => one !== from?.formCode)
  const [formCode, setFormCode] = useState<FormCode>(isFixed ? from.formCode : (asked ?? (isCopy ? others[0]! : FORM_CODES[0])))
  const people = useFlowPeople()
  const newest = useCall(definitionCalls.page, { query: { formCode, page: 1, size: 1 } }, { staleTime: 0 })
  const current = newest.data?.content[0]
  const form = t(`approvals:form.${formCode}`)
  const title = t(isCopy ? 'approvals:process.copyTitle' : from ? 'approvals:process.edit' : 'approvals:process.add')
  const begin = () => ({
    ...draftOf(formCode, form, isFixed ? from : undefined),
    ...(isCopy && from ? { nodes: from.nodes, whenNobody: from.whenNobody, whenApplicant: from.whenApplicant } : {}),
    basedOn: isFixed ? from.version : (current?.version ?? 0),
  })
  return (
    <Page
      title={title}
      lead={
        from && isCopy
          ? t('approvals:process.copyOf', { name: from.name, version: from.version })
          : t('approvals:definition.editTitle', { form })
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 960px) minmax(280px, 1fr)' },
        }}
      >
        <Stack sx={{ gap: 2 }}>
          {!isFixed && (
            <Choice
              label={t('approvals:column.formName')}
              value={formCode}
              options={isCopy ? others : FORM_CODES}
              words={(one) => t(`approvals:form.${one}`)}
              onChange={setFormCode}
            />
          )}
          <QueryGate query={newest} waiting={<SkeletonList rows={4} height={72} />}>
            {() => <Begun key={formCode} begin={begin} newest={current} people={people} onDone={() => void go('/system/process')} />}
          </QueryGate>
        </Stack>
        {current && (
          <Box sx={{ position: 'sticky', top: 0, display: { xs: 'none', lg: 'block' } }}>
            <FlowVersion of={current} people={people} trial={false} />
          </Box>
        )}
      </Box>
    </Page>
  )
}

/** What the editor begins with stays while it is edited: a newer version of somebody else is told beside it. */
function Begun({ begin, ...given }: { begin: () => FlowDraft } & Omit<ComponentProps<typeof FlowEditor>, 'begun'>) {
  const [begun] = useState(begin)
  return <FlowEditor begun={begun} {...given} />
}
