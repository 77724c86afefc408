"""What can go wrong between a program and a server, besides being refused."""


class ClientError(Exception):
    """Something that no other command will help against."""


class ConnectionLost(ClientError):
    """The server could not be reached, or did not answer, for as long as the client is patient."""


class TableClosed(ClientError):
    """The table is no more, or this program has left it."""


class StrangeServer(ClientError):
    """The server says something that this version of the client does not understand."""
