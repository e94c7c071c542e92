/** Where the draft of a request waits, in session storage. */
export const draftKey = 'study-request-form'
