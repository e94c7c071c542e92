import { Component, type ReactNode, useEffect } from 'react'
import { CodeUnreached } from '#web/backend/load-code.ts'

type ReachedProps = {
  /** Drawn where the code of a part below could not be reached; `again` asks once more, as a connection that is back does by itself. */
  instead: (again: () => void) => ReactNode
  children: ReactNode
}

/** Catches parts whose code the line did not bring (`loadLater`): what is around them stays. Every other failure goes on. */
export class Reached extends Component<ReachedProps, { failure: unknown }> {
  override state = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }

  /** 'Reintentar' was pressed: it keeps the focus where that fails, too. */
  private isAsked = false
  private again = () => {
    this.isAsked = document.activeElement?.matches('[data-retry]') ?? false
    this.setState({ failure: null })
  }

  override componentDidCatch(failure: unknown) {
    if (failure instanceof CodeUnreached) failure.forget()
    if (this.isAsked) document.querySelector<HTMLElement>('[data-retry]')?.focus()
  }

  override render() {
    const failure: unknown = this.state.failure
    if (failure === null) return this.props.children
    if (!(failure instanceof CodeUnreached)) throw failure
    return <Failed instead={this.props.instead} again={this.again} />
  }
}

function Failed({ instead, again }: { instead: ReachedProps['instead']; again: () => void }) {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return instead(again)
}
