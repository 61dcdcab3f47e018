import { Component, type ReactNode } from 'react'
import { PartMissing } from './lazyPart.tsx'

interface Props {
  readonly children: ReactNode
  /** Drawn in the place of what failed, default nothing; `retry` draws the children anew. */
  readonly fallback?: (error: unknown, retry: () => void) => ReactNode
  /** Called once a failure, e.g. to close the window that cannot be shown. */
  readonly onFailed?: (error: unknown) => void
  /** A change of it (the path of the page) clears the failure. */
  readonly resetKey?: string
}
interface State {
  readonly failed: { readonly error: unknown } | null
  readonly resetKey: string | undefined
}

/** Keeps the failure of one page to that page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null, resetKey: this.props.resetKey }
  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failed: { error } })
  static getDerivedStateFromProps = ({ resetKey }: Props, state: State): State | null =>
    resetKey === state.resetKey ? null : { failed: null, resetKey }
  override componentDidCatch(error: unknown): void {
    if (error instanceof PartMissing) error.renew()
    this.props.onFailed?.(error)
  }
  readonly retry = (): void => this.setState({ failed: null })
  override render(): ReactNode {
    return this.state.failed == null ? this.props.children : this.props.fallback?.(this.state.failed.error, this.retry)
  }
}
