"""What a script's library modules compute, as the graphs that Dynamo captures for them: what
`gridlock minimize` lowers them to. Works in one run of the script that is made for it alone."""
