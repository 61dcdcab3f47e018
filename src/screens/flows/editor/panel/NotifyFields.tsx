import Autocomplete from '@mui/material/Autocomplete'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { StepOf } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'

const TEXT_MAX = 200

/** Who is told what. */
export function NotifyFields({ of, view: { editor, faults, words } }: { of: StepOf<'notify'>; view: FlowView }) {
  const { t } = useTranslation()
  const { people } = words.names
  const fault = faults.get(`${of.key}.userIds`)
  const text = faults.get(`${of.key}.text`)
  return (
    <Stack spacing={2}>
      <Autocomplete<number, true>
        multiple
        disableCloseOnSelect
        options={people.map(({ id }) => id)}
        value={of.userIds as number[]}
        getOptionLabel={(id) => people.find((one) => one.id === id)?.name ?? `#${id}`}
        getOptionKey={(id) => id}
        noOptionsText={t('flows:editor.nothingFound')}
        onChange={(_, userIds) => editor.putStep({ ...of, userIds })}
        renderInput={(box) => <TextField {...box} label={t('flows:editor.notify.people')} error={fault !== undefined} helperText={fault} />}
      />
      <TextField
        multiline
        minRows={2}
        label={t('flows:editor.notify.text')}
        value={of.text}
        error={text !== undefined}
        helperText={text}
        slotProps={{ htmlInput: { maxLength: TEXT_MAX } }}
        onChange={({ target }) => editor.putStep({ ...of, text: target.value })}
      />
    </Stack>
  )
}
