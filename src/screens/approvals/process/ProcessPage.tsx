import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Chip from '@mui/material/Chip'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { type Definition, definitionCalls, FORM_CODES, type FormCode, PROCESS_EDIT } from '#contract/approvals/definition'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { type Column, ListTable, type RowAction } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useListState } from '#src/ui/useListState.ts'

interface Row {
  readonly formCode: FormCode
  /** Undefined: the tenant has saved none, and the usual one holds. */
  readonly flow: Definition | undefined
}
const NO_FILTERS: readonly string[] = []

/** The flows of the whole enterprise: each form that knows approvals, with the version of its flow that is in force. */
export default function ProcessPage() {
  const { t } = useTranslation()
  const go = useNavigate()
  const { self } = useSession()
  const mayEdit = usePermission(PROCESS_EDIT) === true
  const [state, change] = useListState(NO_FILTERS)
  const flows = useCall(definitionCalls.page, { query: { page: 1, size: 0 } }, { staleTime: 0 })
  const rows = useMemo(
    () => FORM_CODES.map((formCode): Row => ({ formCode, flow: flows.data?.content.find((one) => one.formCode === formCode) })),
    [flows.data],
  )
  const shown = rows.slice((state.page - 1) * state.size, state.page * state.size)
  const columns: Column<Row>[] = [
    {
      name: 'form',
      label: t('approvals:column.formName'),
      grow: true,
      width: 160,
      cell: ({ formCode }) => t(`approvals:form.${formCode}`),
    },
    {
      name: 'flow',
      label: t('approvals:definition.name'),
      grow: true,
      width: 200,
      cell: ({ flow }) => (flow ? flow.name : <SecondaryText>{t('approvals:process.usual')}</SecondaryText>),
    },
    {
      name: 'version',
      label: t('approvals:process.version'),
      width: 110,
      cell: ({ flow }) => flow && <Chip size="small" color="success" variant="outlined" label={flow.version} />,
    },
    {
      name: 'running',
      label: t('approvals:process.running'),
      width: 130,
      align: 'right',
      hidden: 'narrow',
      cell: ({ flow }) => flow?.running ?? 0,
    },
    {
      name: 'saved',
      label: t('approvals:process.saved'),
      width: 240,
      hidden: 'narrow',
      cell: ({ flow }) =>
        flow &&
        t('approvals:definition.savedBy', {
          author: flow.author ?? t('approvals:definition.byProduct'),
          at: momentText(flow.createdAt).slice(0, 16),
        }),
    },
  ]
  const open = ({ flow, formCode }: Row) => void go(flow ? `/system/process/info/${flow.id}` : `/system/process/add?form=${formCode}`)
  const actions: RowAction<Row>[] = [
    {
      name: 'edit',
      label: t('approvals:definition.edit'),
      icon: <EditIcon />,
      may: mayEdit,
      run: ({ flow, formCode }) => void go(flow ? `/system/process/edit/${flow.id}` : `/system/process/add?form=${formCode}`),
    },
    {
      name: 'copy',
      label: t('approvals:process.copy'),
      icon: <CopyIcon />,
      may: mayEdit,
      shown: ({ flow }) => flow !== undefined,
      run: ({ flow }) => void go(`/system/process/copy/${flow!.id}`),
    },
  ]
  return (
    <Page
      title={t('approvals:process.title')}
      lead={t('approvals:definition.lead')}
      actions={
        mayEdit && (
          <AddButton component={Link} to="/system/process/add">
            {t('approvals:process.add')}
          </AddButton>
        )
      }
    >
      <QueryGate title={t('approvals:definition.listFailed')} query={flows} waiting={<SkeletonList rows={6} height={48} />}>
        {() => (
          <ListTable
            name="process"
            userId={self?.id ?? 0}
            label={t('approvals:process.title')}
            columns={columns}
            rows={shown}
            rowId={({ formCode }) => FORM_CODES.indexOf(formCode)}
            total={rows.length}
            state={state}
            onState={change}
            onOpen={(row) => (row.flow || mayEdit ? open(row) : undefined)}
            actions={actions}
          />
        )}
      </QueryGate>
    </Page>
  )
}
