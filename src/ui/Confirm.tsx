import Button, { type ButtonProps } from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONFIRM_WIDTH } from '#src/theme/theme.ts'

export interface Question {
  readonly title: string
  /** Names what will be touched. */
  readonly text?: ReactNode
  readonly confirm?: string
  readonly color?: ButtonProps['color']
  /** Enter keeps what is there: the button that changes nothing has the focus, and this is what it says. */
  readonly stay?: string
}

const Ask = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

/** `await confirm({ title, text })`: true only where the person said yes. */
export const useConfirm = () => useContext(Ask)

/** Asks once before an irreversible or bulk act, in a dialog 330 px wide (FRAME-07). */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  const no = useRef<HTMLButtonElement>(null)
  const answer = useRef<((yes: boolean) => void) | null>(null)
  const ask = useCallback((asked: Question) => {
    // A second question replaces the first, which nobody said yes to.
    answer.current?.(false)
    setQuestion(asked)
    setOpen(true)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const close = (yes: boolean) => {
    setOpen(false)
    answer.current?.(yes)
    answer.current = null
  }
  return (
    <Ask value={ask}>
      {children}
      <Dialog
        open={open}
        onClose={() => close(false)}
        aria-labelledby="confirm-title"
        slotProps={{
          paper: { sx: { width: CONFIRM_WIDTH, m: 2 } },
          transition: { onEntered: () => (question?.stay == null ? yes : no).current?.focus() },
        }}
      >
        <DialogTitle id="confirm-title" variant="h2">
          {question?.title}
        </DialogTitle>
        {question?.text != null && (
          <DialogContent>
            <DialogContentText component="div" variant="body2">
              {question.text}
            </DialogContentText>
          </DialogContent>
        )}
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={() => close(false)} ref={no}>
            {question?.stay ?? t('frame:act.cancel')}
          </Button>
          <Button variant="contained" color={question?.color ?? 'primary'} onClick={() => close(true)} ref={yes}>
            {question?.confirm ?? t('frame:act.confirm')}
          </Button>
        </DialogActions>
      </Dialog>
    </Ask>
  )
}
