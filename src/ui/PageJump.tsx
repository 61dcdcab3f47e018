import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Goes to a page by its number: Enter or leaving the field jumps, what is no page of the list comes back to the shown one. */
export function PageJump({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const jump = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = /^\d{1,7}$/.test(typed ?? '') ? Math.min(pages, Math.max(1, Number(typed))) : page
    setTyped(null)
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form onSubmit={jump}>
      <TextField
        value={typed ?? String(page)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => jump()}
        slotProps={{
          htmlInput: {
            inputMode: 'numeric',
            maxLength: 7,
            'aria-label': t('crud:toPage', { pages }),
            style: { width: '4ch', textAlign: 'right' },
          },
          input: { endAdornment: <span aria-hidden style={{ whiteSpace: 'nowrap', marginInlineStart: 4 }}>{`/ ${pages}`}</span> },
        }}
      />
    </form>
  )
}
