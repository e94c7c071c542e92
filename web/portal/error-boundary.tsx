import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

/** Catches what fails outside the routes. React offers this to classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}
