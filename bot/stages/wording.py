"""Every sentence that saywhy says of its own, in one place. Nothing here depends on what anybody may not read."""

GREETING = "Hello! Ask me about anything that your documents cover, and I'll answer with the passage it stands in."
THANKS = "You're welcome."
HELP = (
    "Ask me a question about policies, plans or procedures. I answer only from the documents I was given and show the "
    "passage behind every sentence. When they don't say it, I tell you so, and why."
)
MISSING = "I couldn't find this in the documents I can use here: “{missing}”. Please ask a person."
PARTLY = "The documents I can use here don't say: “{missing}”. Please ask a person about that part."
CONFLICT = "The documents disagree, and neither outranks the other:"
ASK_OWNERS = "Please ask {owners} which one holds."
THE_OWNERS = "the owners of these documents"
CHOOSE_PLAIN = "Your question can be read in several ways. Which one do you mean?"
STILL_AMBIGUOUS = "I still can't tell which case you mean, so I'd rather not guess. Please ask a person."
NONE_MEANT = "Then none of the readings that I know of is meant. Please ask a person."
UNVERIFIED = (
    "I found passages on this but could not confirm an answer from them. Have a look yourself, or ask a person:"
)
NOT_IN_EFFECT = "Nothing that is in force on {day} says this. It stands only in:"
NOT_AN_ACTION = "I can't do that for you: I only answer questions from documents. {who} can."
SUPPORT_STAFF = "Support staff"
POLICY_SAYS = "What the documents say about it:"
UNAVAILABLE = (
    "I can't answer right now: a part that I need can't be reached. Your question is kept under {reference}; please "
    "try again in a few minutes or ask a person."
)
SUGGESTION = "A suggestion, not a confirmed answer:"
